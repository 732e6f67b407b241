import cluster from 'node:cluster';
import { type Settings } from '../config/settings.js';

/** Whether this process is one of several workers behind one port (`WEB_CONCURRENCY`). */
export function hasSiblings({ webConcurrency }: Settings): boolean {
  // The setting as well: process managers have cluster workers of their own, and answer none of our messages.
  return cluster.isWorker && webConcurrency > 1;
}
