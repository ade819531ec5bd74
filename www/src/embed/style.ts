/** The styles of an inactive comparison: the page's own font, and lines in its colour. */
export const sheet = new CSSStyleSheet();

sheet.replaceSync(`
  :host {
    display: block;
    margin-block: 1em;
  }

  :host([hidden]),
  [hidden] {
    display: none !important;
  }

  .programs {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr));
    gap: 0.75rem;
  }

  .program {
    min-inline-size: 0;
    border: 1px solid color-mix(in srgb, currentColor 30%, transparent);
    border-radius: 6px;
    overflow: hidden;
  }

  .title {
    padding: 0.375rem 0.75rem;
    font-weight: 600;
    border-block-end: 1px solid color-mix(in srgb, currentColor 20%, transparent);
    overflow-wrap: anywhere;
  }

  pre,
  ::slotted(pre) {
    margin: 0 !important;
    padding: 0.5rem 0.75rem !important;
    overflow: auto;
    tab-size: 4;
  }

  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 1rem;
    margin-block-start: 0.5rem;
  }

  .bar a {
    margin-inline-start: auto;
  }

  button {
    font: inherit;
    min-block-size: 2.25rem;
    padding: 0.25rem 1rem;
    border: 1px solid;
    border-radius: 4px;
    color: inherit;
    background: transparent;
    cursor: pointer;
  }

  button:hover {
    background: color-mix(in srgb, currentColor 10%, transparent);
  }

  .primary {
    font-weight: 600;
  }

  .wrong {
    border-inline-start: 6px solid;
    padding-inline-start: 0.75rem;
  }

  ::slotted(iframe) {
    display: block !important;
    inline-size: 100%;
    border: 0;
  }

  .texts {
    display: none;
  }

  @media print {
    .texts {
      display: block;
    }

    ::slotted(iframe),
    .bar {
      display: none !important;
    }
  }
`);
