/** Runs before the first paint, so that users of the dark mode never see a flash of light. */
const chosen = (() => {
  try {
    return localStorage.getItem('mantine-color-scheme-value');
  } catch {
    return null;
  }
})();
const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
