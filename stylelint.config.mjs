/** Properties that a component takes from whoever shows it, and does without. */
const given = ['editor-height', 'editor-most', 'gap', 'tone', 'wash'];

/** Every other custom property that a style reads is a token, or is set in the same file. */
export default {
  plugins: ['stylelint-value-no-unknown-custom-properties'],
  rules: {
    'csstools/value-no-unknown-custom-properties': [
      true,
      { importFrom: ['www/src/kit/tokens.css'] },
    ],
    // Three sizes with a meaning; see tokens.css.
    'declaration-property-value-allowed-list': {
      'font-size': ['inherit', '/^var\\(--text-(?:title|body|note|code)\\)$/'],
      font: ['inherit', '/ ?var\\(--text-(?:title|body|note|sign)\\) \\/ /'],
    },
    // A fallback would hide a property that nobody sets.
    'declaration-property-value-disallowed-list': {
      // Space that has a token is written as it.
      '/^(?:(?:row-|column-)?gap|(?:padding|margin)(?:-.+)?)$/': [
        '/(?<![\\w.-])(?:0\\.25|0\\.5|0\\.75|1|1\\.5)rem/',
      ],
      '/^/': [`/var\\(\\s*--(?!(?:${given.join('|')}),)[\\w-]+,/`],
    },
  },
  overrides: [{ files: ['**/*.ts'], customSyntax: 'postcss-lit' }],
};
