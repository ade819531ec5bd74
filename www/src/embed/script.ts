/** Loads one of the scripts beside the page. */
export function loadScript(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = new URL(`${name}?v=${__BUILD__}`, document.baseURI).href;
    script.addEventListener('load', () => {
      script.remove();
      resolve();
    });
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`${name} could not be loaded`));
    });
    document.head.append(script);
  });
}
