import { defaultTheme, type RaThemeOptions } from 'react-admin';

const font = '"Inter", "Segoe UI", system-ui, -apple-system, "Helvetica Neue", Arial, sans-serif';

const COLOURS = {
  light: {
    ...{ accent: '#14615c', onAccent: '#ffffff', error: '#b3261e', warning: '#8a5a00' },
    ...{ canvas: '#eef2ef', page: '#f5f7f5', paper: '#ffffff', ink: '#1c2524', soft: '#55615f', line: '#dfe3e0' },
  },
  dark: {
    ...{ accent: '#7fd1c7', onAccent: '#06201e', error: '#ff9b90', warning: '#f2c063' },
    ...{ canvas: '#243130', page: '#121817', paper: '#1a2221', ink: '#e6ecea', soft: '#a9b7b4', line: '#33403f' },
  },
};

/** MUI leaves a label of a checkbox on the element around it, where screen readers do not find it. */
const labelledCheckbox = {
  defaultProps: {
    slotProps: {
      input: (checkbox: object) => ({ 'aria-label': (checkbox as { 'aria-label'?: string })['aria-label'] }),
    },
  },
};

/** The colours for the style sheet. */
function variables(mode: keyof typeof COLOURS) {
  const { accent, onAccent, error, warning, canvas, paper, soft, line } = COLOURS[mode];
  return {
    ...{ '--line': line, '--soft': soft, '--accent': accent, '--on-accent': onAccent },
    ...{ '--canvas': canvas, '--paper': paper, '--warning': warning, '--error': error },
  };
}

/** A calm theme: ink on paper, one accent, thin lines in place of shadows. */
function theme(mode: 'light' | 'dark'): RaThemeOptions {
  const { accent, onAccent, error, warning, page, paper, ink, soft, line } = COLOURS[mode];
  // Menus and lists of suggestions lie above the page: a border and a shadow separate them from it.
  const floating = { border: `1px solid ${line}`, boxShadow: '0 8px 24px rgb(0 0 0 / 18%)' };
  return {
    ...defaultTheme,
    palette: {
      mode,
      primary: { main: accent, contrastText: onAccent },
      secondary: { main: accent, contrastText: onAccent },
      error: { main: error },
      warning: { main: warning },
      background: { default: page, paper },
      text: { primary: ink, secondary: soft },
      divider: line,
    },
    shape: { borderRadius: 10 },
    typography: {
      fontFamily: font,
      h1: { fontSize: '1.625rem', fontWeight: 650, letterSpacing: '-0.015em' },
      h2: { fontSize: '1.0625rem', fontWeight: 650 },
      h6: { fontSize: '1rem', fontWeight: 650 },
      button: { textTransform: 'none', fontWeight: 600 },
    },
    sidebar: { width: 232, closedWidth: 56 },
    components: {
      ...defaultTheme.components,
      MuiCssBaseline: {
        styleOverrides: {
          ':root': variables(mode),
        },
      },
      MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiCard: { styleOverrides: { root: { border: `1px solid ${line}` } } },
      MuiAppBar: {
        defaultProps: { color: 'inherit', elevation: 0 },
        styleOverrides: { root: { borderBottom: `1px solid ${line}` } },
      },
      MuiTextField: { defaultProps: { variant: 'outlined', size: 'small', margin: 'none', fullWidth: true } },
      MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small', margin: 'none', fullWidth: true } },
      MuiAutocomplete: { defaultProps: { fullWidth: true }, styleOverrides: { paper: floating } },
      MuiMenu: { styleOverrides: { paper: floating } },
      MuiButton: { defaultProps: { disableElevation: true }, styleOverrides: { root: { borderRadius: 8 } } },
      // The library gives the tools of a list the colour of a card on a phone.
      RaListToolbar: { styleOverrides: { root: { '&&': { backgroundColor: 'transparent' } } } },
      RaTopToolbar: { styleOverrides: { root: { '&&': { backgroundColor: 'transparent' } } } },
      MuiDialog: { styleOverrides: { paper: { border: `1px solid ${line}` } } },
      MuiTableCell: { styleOverrides: { head: { fontWeight: 600 }, root: { borderColor: line } } },
      MuiCheckbox: labelledCheckbox,
      MuiToggleButton: { styleOverrides: { root: { color: ink, textTransform: 'none', fontWeight: 600 } } },
      MuiChip: { styleOverrides: { root: { fontWeight: 500 } } },
      MuiTooltip: { defaultProps: { enterDelay: 400 } },
    },
  };
}

export const lightTheme = theme('light');
export const darkTheme = theme('dark');
