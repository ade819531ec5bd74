/** The page's texts on new versions. */

export const update = {
  ready: 'A new version of this page is ready. Reload when you like: what you typed stays.',
  reload: 'Reload',
  later: 'Later',
};
