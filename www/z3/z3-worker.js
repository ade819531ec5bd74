// A z3 of its own, driven synchronously: one SMT-LIB script in, z3's output out.
//
// A classic script, because z3-built.js is one. It runs as it is in a browser's
// worker and in a Node worker_thread. Driven synchronously z3 starts no thread,
// so the page needs no cross-origin isolation.
//
// In:  {type: 'probe', bytes}            whether there is so much shared memory
//      {type: 'start', script, module}   where z3-built.js is, and its compiled wasm
//      {type: 'evaluate', id, text}
// Out: {type: 'ready'}, {type: 'answer', id, output}, {type: 'died', message}
//
// After 'died' the instance is useless: whoever started this worker ends it.

(() => {
  // A worker of Node has no `self` that can post messages.
  const node = typeof importScripts === 'undefined';
  const port = node ? require('node:worker_threads').parentPort : self;

  let z3;
  let lastWords = '';

  const post = (message) => port.postMessage(message);
  const died = (error) => {
    const text = error instanceof Error ? error.message : String(error?.message ?? error);
    post({ type: 'died', message: lastWords ? `${text} (${lastWords})` : text });
  };

  function loadScript(script) {
    if (node) return require(script);
    importScripts(script);
    return self.initZ3;
  }

  async function start({ script, module }) {
    const initZ3 = loadScript(script);
    await new Promise((resolve, reject) => {
      initZ3({
        // Used for z3-built.wasm only, which is already at hand as a module.
        locateFile: (file) => file,
        instantiateWasm(imports, receive) {
          WebAssembly.instantiate(module, imports).then(
            (instance) => receive(instance, module),
            reject,
          );
          return {};
        },
        print: () => {},
        printErr: (line) => {
          lastWords = String(line);
        },
        onAbort: (what) => reject(new Error(`z3 aborted: ${what}`)),
      }).then((instance) => {
        z3 = instance;
        resolve();
      }, reject);
    });
    post({ type: 'ready' });
  }

  function probe(bytes) {
    const pages = bytes / 65536;
    new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
    post({ type: 'ready' });
  }

  function evaluate(text) {
    const config = z3._Z3_mk_config();
    const context = z3._Z3_mk_context(config);
    z3._Z3_del_config(config);
    // Without a handler, an error in the script would call exit and end z3.
    z3._set_noop_error_handler(context);
    const output = z3.ccall(
      'Z3_eval_smtlib2_string',
      'string',
      ['number', 'string'],
      [context, text],
    );
    z3._Z3_del_context(context);
    return output;
  }

  function receive(message) {
    try {
      if (message.type === 'start') start(message).catch(died);
      else if (message.type === 'probe') probe(message.bytes);
      else if (message.type === 'evaluate')
        post({ type: 'answer', id: message.id, output: evaluate(message.text) });
    } catch (error) {
      died(error);
    }
  }

  if (node) port.on('message', receive);
  else port.addEventListener('message', (event) => receive(event.data));
})();
