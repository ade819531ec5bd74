/** The page's texts on links that are needed before there is one. */

export const links = {
  opened: 'This comparison was opened from a link.',
  notLoaded: 'What reads links could not be loaded. Reload the page to open this one.',
  kept: 'What is in the editors was not touched.',
  earlier: 'Your own work from before is kept.',
  restore: 'Back to your own work',
  forget: 'Forget it',
  dismiss: 'Dismiss',
};
