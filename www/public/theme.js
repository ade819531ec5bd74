// Sets the chosen theme before anything is drawn, so that the page does not
// flash in the other one. A file of its own: the page allows no inline script.
try {
  const theme = localStorage.getItem('tamarin.theme');
  if (/^(light|dark|contrast)$/.test(theme)) document.documentElement.dataset.theme = theme;
} catch {
  // No storage, no choice: the system's theme.
}
