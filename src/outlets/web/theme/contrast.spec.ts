import { contrast, mix, readable } from './contrast.js';

it('computes the contrast ratio of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#336699', '#336699')).toBe(1);
});

it('mixes two colours', () => {
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
});

it('keeps a colour that can be read', () => {
  expect(readable('#0b6e6e', ['#ffffff', '#faf9f6'])).toBe('#0b6e6e');
});

it.each(['#ffff00', '#000000', '#ff0000', '#888888', '#ffffff', '#0b6e6e'])('makes %s readable', (color) => {
  for (const backgrounds of [
    ['#ffffff', '#faf9f6', '#e2efee'],
    ['#14171a', '#1c2024'],
  ])
    for (const background of backgrounds)
      expect(contrast(readable(color, backgrounds), background)).toBeGreaterThanOrEqual(4.5);
});
