/** One client: a keep-alive connection with one request under way at a time. */
import { connect } from 'node:net';
import { ResponseReader } from './response-reader.js';

/** Read into again and again, so that a run leaves no garbage behind. */
const CHUNK = 64 * 1024;

/** Milliseconds after which an answer counts as lost. */
const PATIENCE = 60_000;

export class Connection {
  #answered = () => undefined;
  #failed = () => undefined;

  /** @param {import('node:net').Socket} socket */
  #socket;

  /** @param {number} port of the loopback interface */
  static open(port) {
    const connection = new Connection();
    return new Promise((resolve, reject) => {
      const reader = new ResponseReader((status) => connection.#answered(status));
      const onread = { buffer: Buffer.alloc(CHUNK), callback: (size, chunk) => connection.#read(reader, chunk, size) };
      const socket = connect({ host: '127.0.0.1', port, noDelay: true, timeout: PATIENCE, onread });
      connection.#socket = socket;
      connection.#failed = reject;
      socket.once('connect', () => resolve(connection));
      socket.on('error', (error) => connection.#failed(error));
      socket.on('close', () => connection.#failed(new Error('The connection was closed.')));
      socket.on('timeout', () => socket.destroy(new Error(`No answer in ${PATIENCE} ms.`)));
    });
  }

  /**
   * @param {string} request
   * @returns {Promise<number>} the status of its answer, once that has come in full
   */
  ask(request) {
    return new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#failed = reject;
      if (this.#socket.destroyed) reject(new Error('The connection was closed.'));
      else this.#socket.write(request, 'latin1');
    });
  }

  close() {
    this.#failed = () => undefined;
    this.#socket.destroy();
  }

  #read(reader, chunk, size) {
    try {
      reader.push(chunk.subarray(0, size));
    } catch (error) {
      this.#failed(error);
    }
    return true;
  }
}
