import { signal } from '@preact/signals-core';
import type { TemplateResult } from 'lit';

import { prose } from '../kit/prose';

type Linked = (string | TemplateResult)[];

/** How sentences are rendered: without links until the glossary is loaded. */
const show = signal<(text: string) => Linked>(prose);
let isAskedFor = false;

/**
 * A sentence with a button on each glossary term, which opens its entry of docs/glossary.md. The
 * glossary is loaded after the first sentence is shown; its users are then redrawn.
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
    // Without the glossary the sentences stay as they were; the next one retries.
    () => {
      isAskedFor = false;
    },
  );
}
