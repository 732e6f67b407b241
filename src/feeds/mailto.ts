/** The address that mail to somebody is sent by (RFC 6068): what would end it, or begin a header of the mail, is encoded. */
export function mailto(email: string): string {
  const at = email.lastIndexOf('@');
  const local = encodeURIComponent(email.slice(0, at)).replaceAll('%2B', '+');
  return `mailto:${local}${encodeURI(email.slice(at))}`;
}
