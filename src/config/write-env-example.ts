import { writeFileSync } from 'node:fs';
import { envExample } from './env-example.js';

writeFileSync('.env.example', envExample());
