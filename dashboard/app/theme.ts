import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';
import * as words from '../words/en/app.js';

const accent: MantineColorsTuple = [
  ...(['#eef2ff', '#dbe4ff', '#b9caff', '#94adff', '#7398ff'] as const),
  ...(['#4a74f0', '#2b59e0', '#2349c4', '#1d3ca3', '#172f80'] as const),
];

const dark: MantineColorsTuple = [
  ...(['#e7eaf0', '#b0b8c6', '#8d97a7', '#6c7686', '#3a4350'] as const),
  ...(['#212732', '#1c212a', '#151920', '#0e1116', '#0a0c10'] as const),
];

/** The fifth is the border of inputs, which has to stand out three to one. */
const gray: MantineColorsTuple = [
  ...(['#f6f7f9', '#eef0f4', '#e2e5eb', '#ccd1da', '#868e9d'] as const),
  ...(['#737c8c', '#5d6676', '#4d5564', '#2c323d', '#151922'] as const),
];

/** The house style as Mantine takes it; the colours themselves are in styles/tokens.css. */
export const theme = createTheme({
  colors: { accent, dark, gray },
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 4 },
  // Bright colors have dark text in dark mode.
  variantColorResolver: (input) => ({
    ...defaultVariantColorsResolver(input),
    ...(input.variant === 'filled' ? { color: 'var(--on-accent)' } : {}),
  }),
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  defaultRadius: 'sm',
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '10px', xl: '10px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'md',
        transitionProps: { duration: 120 },
        closeButtonProps: { 'aria-label': words.close },
      },
    },
    // A menu holds nothing but its items, and the first of them has the focus.
    Menu: { defaultProps: { transitionProps: { duration: 120 }, shadow: 'md', withInitialFocusPlaceholder: false } },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': words.showPassword } } },
    Tooltip: { defaultProps: { openDelay: 300 } },
  },
});

const shared = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-2)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--accent-text)',
  '--mantine-color-error': 'var(--act)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-border': 'var(--border)',
};

/** Maps Mantine's color variables to ours, in both schemes. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared });
