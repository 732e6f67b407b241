import { closeAll } from './test-calendar.js';

// Runs after each test file, since Jest would wait for open handles.
afterAll(closeAll);
