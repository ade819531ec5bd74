import { signal } from '@preact/signals-core';
import type { TemplateResult } from 'lit';

import { prose } from '../kit/prose';

type Linked = (string | TemplateResult)[];

/** How sentences are shown: without links until the glossary is there. */
const show = signal<(text: string) => Linked>(prose);
let isAskedFor = false;

/**
 * A sentence with a button on each term of the glossary, which opens what docs/glossary.md says of it.
 * The glossary is loaded after the first sentence is on the page; who shows one is drawn again then.
 */
export function linked(text: string): Linked {
  if (!isAskedFor) {
    isAskedFor = true;
    setTimeout(load);
  }
  return show.value(text);
}

function load(): void {
  import('./terms').then(
    ({ linkTerms }) => {
      show.value = linkTerms;
    },
    // Without the glossary the sentences are as they were; the next one tries again.
    () => {
      isAskedFor = false;
    },
  );
}
