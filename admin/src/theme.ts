import { defaultTheme, type RaThemeOptions } from 'react-admin';

const font = '"Inter", "Segoe UI", system-ui, -apple-system, "Helvetica Neue", Arial, sans-serif';

/** A calm theme: ink on paper, one accent, thin lines in place of shadows. */
function theme(mode: 'light' | 'dark'): RaThemeOptions {
  const isLight = mode === 'light';
  const line = isLight ? '#dfe3e0' : '#33403f';
  // Menus and lists of suggestions lie above the page: a border and a shadow separate them from it.
  const floating = { border: `1px solid ${line}`, boxShadow: '0 8px 24px rgb(0 0 0 / 18%)' };
  return {
    ...defaultTheme,
    palette: {
      mode,
      primary: isLight ? { main: '#14615c' } : { main: '#7fd1c7', contrastText: '#06201e' },
      secondary: isLight ? { main: '#14615c' } : { main: '#7fd1c7', contrastText: '#06201e' },
      error: { main: isLight ? '#b3261e' : '#ff9b90' },
      warning: { main: isLight ? '#8a5a00' : '#f2c063' },
      background: isLight ? { default: '#f5f7f5', paper: '#ffffff' } : { default: '#121817', paper: '#1a2221' },
      text: isLight ? { primary: '#1c2524', secondary: '#55615f' } : { primary: '#e6ecea', secondary: '#a9b7b4' },
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
          ':root': {
            '--line': line,
            '--soft': isLight ? '#55615f' : '#a9b7b4',
            '--accent': isLight ? '#14615c' : '#7fd1c7',
            '--warning': isLight ? '#8a5a00' : '#f2c063',
            '--error': isLight ? '#b3261e' : '#ff9b90',
            '--canvas': isLight ? '#eef2ef' : '#243130',
          },
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
      ...controls(isLight),
      MuiChip: { styleOverrides: { root: { fontWeight: 500 } } },
      MuiTooltip: { defaultProps: { enterDelay: 400 } },
    },
  };
}

/** Checkboxes and switches between views. */
function controls(isLight: boolean): RaThemeOptions['components'] {
  return {
    // MUI leaves a label of a checkbox on the element around it, where screen readers do not find it.
    MuiCheckbox: {
      defaultProps: {
        slotProps: {
          input: (checkbox: object) => ({ 'aria-label': (checkbox as { 'aria-label'?: string })['aria-label'] }),
        },
      },
    },
    MuiToggleButton: {
      styleOverrides: { root: { color: isLight ? '#1c2524' : '#e6ecea', textTransform: 'none', fontWeight: 600 } },
    },
  };
}

export const lightTheme = theme('light');
export const darkTheme = theme('dark');
