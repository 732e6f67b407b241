export function knowsNow(text: string): boolean;
export function suitesThatKnowNow(): string[];
