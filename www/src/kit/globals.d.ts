/** Values that the build inserts (vite.config.ts). */

/** The version of package.json. */
declare const __VERSION__: string;
/** Identifies the build of the files in z3/. */
declare const __Z3_BUILD__: string;
/** The size of z3-built.wasm; a host's Content-Length may be that of its compressed form. */
declare const __Z3_WASM_BYTES__: number;
/** Identifies the build of the embed's scripts. */
declare const __BUILD__: string;

/** The wasm of a part of the engine, in base64. */
declare module 'virtual:wasm/*' {
  const base64: string;
  export default base64;
}
/** The terms of docs/glossary.md, in its order; code is between backticks. */
declare module 'virtual:glossary' {
  export interface Entry {
    term: string;
    text: string;
  }
  const entries: readonly Entry[];
  export default entries;
}
/** The programs of the tutorials by the names of their files. */
declare module 'virtual:tutorial' {
  const programs: Readonly<Record<string, string>>;
  export default programs;
}
/** The size of the shared memory that z3 reserves. */
declare const __Z3_MEMORY_BYTES__: number;
