interface Region {
  readonly country: string | null;
  readonly province: string | null;
  readonly state: string | null;
}

/** The column for `stateprovince`, which depends on the country. */
export function regionColumn(country: string | null): 'state' | 'province' {
  return country === null || /^(us|usa|u\.s\.(a\.)?|united states( of america)?|états-unis|etats-unis)$/i.test(country)
    ? 'state'
    : 'province';
}

export function stateProvince(region: Region): string | null {
  return region[regionColumn(region.country)];
}
