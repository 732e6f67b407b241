/** A mailto URL (RFC 6068). Characters that would end the address or begin a header are encoded. */
export function mailto(email: string): string {
  const at = email.lastIndexOf('@');
  const local = encodeURIComponent(email.slice(0, at)).replaceAll('%2B', '+');
  return `mailto:${local}${encodeURI(email.slice(at))}`;
}
