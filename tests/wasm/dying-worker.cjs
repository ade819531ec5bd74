// Replaces z3-worker.js in a test: starts, echoes, and dies on request.

const { parentPort } = require('node:worker_threads');

parentPort.on('message', (message) => {
  if (message.type === 'start') {
    parentPort.postMessage({ type: 'ready' });
  } else if (message.text === 'exit') {
    process.exit(3);
  } else if (message.text === 'throw') {
    throw new Error('memory access out of bounds');
  } else {
    parentPort.postMessage({ type: 'answer', id: message.id, output: '1' });
  }
});
