import { closeAll } from './test-calendar.js';

// Of each test file: jest would wait for what is still open.
afterAll(closeAll);
