// Splits a wasm in two: the functions that short comparisons call, and the rest, which the page
// loads later. Both parts share memory, tables and globals. If the first part calls a function of
// the rest, it has a stub for it: the stub loads the rest if necessary, and calls the function
// through a table. The split operates on the text that binaryen prints, where functions have names,
// so nothing has to be renumbered.

import { readFileSync, writeFileSync } from 'node:fs';

/** The module that both parts import; the bindings provide it (`bind`). */
const HOST = 'later';
const REFERENCE = /\$(?:"(?:[^"\\]|\\.)*"|[^\s()]+)/g;
const NAME = /^ \(func (\$(?:"(?:[^"\\]|\\.)*"|[^\s()]+))/;

/** The items of a module's text: each begins on a line indented by one space. */
function itemsOf(text) {
  const items = [];
  for (const line of text.split('\n')) {
    if (/^ [(;]/.test(line)) items.push([line]);
    else if (line.startsWith(' ')) items.at(-1)?.push(line);
  }
  return items.filter(([first]) => first.startsWith(' ('));
}

/** The parameters and results of a function, from its first line. */
function signatureOf([first]) {
  const rest = first.replace(NAME, '');
  const types = (word) =>
    [...rest.matchAll(new RegExp(`\\(${word}(?: \\$\\S+)?((?: [a-z0-9]+)+)\\)`, 'g'))].flatMap(
      ([, list]) => list.trim().split(' '),
    );
  return { params: types('param'), results: types('result') };
}

const typeText = ({ params, results }) =>
  [
    ...(params.length > 0 ? [`(param ${params.join(' ')})`] : []),
    ...(results.length > 0 ? [`(result ${results.join(' ')})`] : []),
  ].join(' ');

/** A module's functions by name, and its other items. */
function read(text) {
  const items = itemsOf(text);
  const functions = new Map();
  const others = [];
  for (const item of items) {
    const name = item[0].match(NAME)?.[1];
    if (name) functions.set(name, item);
    else others.push(item);
  }
  return { functions, others };
}

const moduleOf = (items) => `(module\n${items.map((item) => item.join('\n')).join('\n')}\n)\n`;

/** The number of lines of a function before its body: its header and its locals. */
const bodyAt = (item) => {
  const at = item.findIndex((line, index) => index > 0 && !line.startsWith('  (local '));
  return at < 0 ? item.length : at;
};

/** A module that calls `later.mark` with a function's number whenever one is entered. */
export function instrument(file, to) {
  const { functions, others } = read(readFileSync(file, 'utf8'));
  const marked = [...functions.values()].map((item, number) => {
    const at = bodyAt(item);
    // A function without a body closes on its last line.
    return at === item.length
      ? item
      : [...item.slice(0, at), `  (call $${HOST}.mark (i32.const ${number}))`, ...item.slice(at)];
  });
  const mark = [` (import "${HOST}" "mark" (func $${HOST}.mark (param i32)))`];
  writeFileSync(to, moduleOf([...ordered(others, [mark]), ...marked]));
  return [...functions.keys()];
}

/** Types, then old and new imports, then the others: a module declares its imports first. */
function ordered(others, imports) {
  const is = (word) => (item) => item[0].startsWith(` (${word} `);
  const first = others.filter((item) => is('type')(item) || is('import')(item));
  return [...first, ...imports, ...others.filter((item) => !first.includes(item))];
}

/** @param stays Whether a function, by its name, belongs to the first part. */
export function split(file, stays, { first, later }) {
  const { functions, others } = read(readFileSync(file, 'utf8'));
  const moved = new Set([...functions.keys()].filter((name) => !stays(name)));
  const named = (items) => new Set(items.flatMap((item) => item.join('\n').match(REFERENCE) ?? []));
  const staying = [...functions].filter(([name]) => !moved.has(name)).map(([, item]) => item);
  const moving = [...moved].map((name) => functions.get(name));
  const wanted = named([...staying, ...others]);
  const entries = [...moved].filter((name) => wanted.has(name));
  const { imports, exports } = shared(others, functions, named(moving), moved);
  writeFileSync(first, firstPart(others, functions, staying, entries, exports));
  const slots = ` (import "${HOST}" "${HOST}.slots" (table $${HOST}.slots ${entries.length} funcref))`;
  const fill = ` (elem (table $${HOST}.slots) (i32.const 0) func ${entries.join(' ')})`;
  const types = others.filter(([line]) => line.startsWith(' (type '));
  writeFileSync(later, moduleOf([...types, ...imports, [slots], [fill], ...moving]));
  return { moved: moved.size, entries: entries.length };
}

function firstPart(others, functions, staying, entries, exports) {
  const stub = (name, slot) => {
    const signature = signatureOf(functions.get(name));
    const locals = signature.params.map((type, index) => `(param $${index} ${type})`).join(' ');
    const results = signature.results.length > 0 ? ` (result ${signature.results.join(' ')})` : '';
    const given = signature.params.map((_, index) => `(local.get $${index})`).join(' ');
    return [
      ` (func ${name} ${locals}${results}`,
      `  (if (i32.eqz (global.get $${HOST}.here)) (then (call $${HOST}.load)))`,
      `  (call_indirect $${HOST}.slots ${typeText(signature)} ${given} (i32.const ${slot})))`,
    ];
  };
  const load = [` (import "${HOST}" "load" (func $${HOST}.load))`];
  const own = [
    [` (table $${HOST}.slots ${entries.length} funcref)`],
    [` (global $${HOST}.here (mut i32) (i32.const 0))`],
    [` (export "${HOST}.slots" (table $${HOST}.slots))`],
    [` (export "${HOST}.here" (global $${HOST}.here))`],
  ];
  const stubs = entries.map(stub);
  return moduleOf([...ordered(others, [load]), ...own, ...exports, ...staying, ...stubs]);
}

/** The exports of the first part that moved functions need, and their imports. */
function shared(others, functions, used, moved) {
  const imports = [];
  const exports = [];
  const share = (name, kind, type) => {
    const short = `${HOST}.${exports.length.toString(36)}`;
    exports.push([` (export "${short}" (${kind} ${name}))`]);
    imports.push([` (import "${HOST}" "${short}" (${kind} ${name} ${type}))`]);
  };
  for (const item of others) {
    const [line] = item;
    const kind = line.match(/^ \((memory|table|global) /)?.[1];
    const imported = line.match(/^ \(import "[^"]*" "[^"]*" \((\w+) /)?.[1];
    const name = line.match(imported ? /\(\w+ (\$(?:"(?:[^"\\]|\\.)*"|[^\s()]+))/ : REFERENCE)?.[
      imported ? 1 : 0
    ];
    if (kind === 'memory') share(name, kind, line.slice(line.indexOf(name) + name.length, -1));
    else if (imported === 'func' && used.has(name)) {
      share(name, 'func', typeText(importSignature(line)));
    } else if (kind === 'table' && needsTable(name, used)) {
      share(name, kind, line.slice(line.indexOf(name) + name.length + 1, -1));
    } else if (kind === 'global' && used.has(name)) {
      share(name, kind, line.match(/ (\(mut \w+\)|\w+) \(/)[1]);
    }
  }
  for (const [name, item] of functions) {
    if (!moved.has(name) && used.has(name)) share(name, 'func', typeText(signatureOf(item)));
  }
  return { imports, exports };
}

/** A call through the only table does not name it. */
const needsTable = (name, used) => used.has(name) || name === '$0';

const importSignature = (line) => signatureOf([line.replace(/^ \(import .*?\((func )/, ' ($1')]);

/** What the bindings need for it, in JavaScript and as types. */
const binding = {
  js: `
let laterSource;

/** Sets the source of the rest of the wasm. It is called synchronously, on the first call of a function in the rest. */
export function setLater(source) {
    laterSource = source;
}

/** Loads the rest of the wasm. */
export function loadLater() {
    if (wasm['${HOST}.here'].value) return;
    const rest = laterSource();
    const module = rest instanceof WebAssembly.Module ? rest : new WebAssembly.Module(rest);
    new WebAssembly.Instance(module, { ${HOST}: wasm });
    wasm['${HOST}.here'].value = 1;
}
`,
  types: `
/** Sets the source of the rest of the wasm. It is called synchronously, on the first call of a function in the rest. */
export function setLater(source: () => WebAssembly.Module | BufferSource): void;

/** Loads the rest of the wasm. */
export function loadLater(): void;
`,
};

/** Bindings of the instrumented module, which pass on a global `later`. */
export function bindMarks(js, to) {
  writeFileSync(to, withHost(readFileSync(js, 'utf8'), `${HOST}: globalThis.${HOST},`));
}

function withHost(text, host) {
  const imports = '"./tamarin_bg.js": import0,';
  if (!text.includes(imports)) throw new Error('the bindings have their imports elsewhere');
  return text.replace(imports, `${imports}\n        ${host}`);
}

/** Extends wasm-bindgen's bindings of the first part so that they load the rest. */
export function bind(js, types) {
  const text = withHost(readFileSync(js, 'utf8'), `${HOST}: { load: loadLater },`);
  writeFileSync(js, text + binding.js);
  writeFileSync(types, readFileSync(types, 'utf8') + binding.types);
}

/** Like `bind`, for a wasm that was not split: there is nothing to load. */
export function bindWhole(js) {
  const whole = '\nexport function setLater() {}\n\nexport function loadLater() {}\n';
  writeFileSync(js, readFileSync(js, 'utf8') + whole);
}
