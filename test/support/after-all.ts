import { closeAll } from './closing.js';

// Runs after each test file.
afterAll(closeAll);
