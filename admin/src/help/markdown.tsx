import { type ReactNode } from 'react';

/** The parts of a line: **words of the page**, `code`, [links](address) and plain text. */
const PARTS = /\*\*(?<strong>[^*]+)\*\*|`(?<code>[^`]+)`|\[(?<text>[^\]]+)\]\((?<address>[^)]+)\)/g;

function Line({ text }: { readonly text: string }): ReactNode {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(PARTS)) {
    const { strong, code, text: name, address } = match.groups ?? {};
    parts.push(text.slice(from, match.index));
    if (strong) parts.push(<strong key={from}>{strong}</strong>);
    else if (code) parts.push(<code key={from}>{code}</code>);
    else if (address?.startsWith('http'))
      parts.push(
        <a key={from} href={address}>
          {name}
        </a>,
      );
    else parts.push(name);
    from = match.index + match[0].length;
  }
  return [...parts, text.slice(from)];
}

const PICTURE = /^!\[(?<alt>[^\]]*)\]\((?:.*\/)?(?<file>[^/)]+)\)$/;

interface Props {
  readonly text: string;
  /** The address of a picture by the name of its file. */
  readonly pictureOf: (file: string) => string | undefined;
}

/** A recipe of `docs/recipes`: headings, paragraphs, lists, code and pictures; it uses nothing else. */
export function Markdown({ text, pictureOf }: Props) {
  return text
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map((block, index) => <Block key={index} {...{ block, pictureOf }} />);
}

function Block({ block, pictureOf }: { readonly block: string; readonly pictureOf: Props['pictureOf'] }) {
  const picture = PICTURE.exec(block)?.groups;
  if (picture) return <img src={pictureOf(picture.file ?? '')} alt={picture.alt} loading="lazy" />;
  if (block.startsWith('```')) return <pre>{block.replaceAll(/^```.*$/gm, '').trim()}</pre>;
  if (block.startsWith('## '))
    return (
      <h2>
        <Line text={block.slice(3)} />
      </h2>
    );
  const items = (mark: RegExp) =>
    block.split('\n').map((line) => (
      <li key={line}>
        <Line text={line.replace(mark, '')} />
      </li>
    ));
  if (/^\d+\. /.test(block)) return <ol>{items(/^\d+\. /)}</ol>;
  if (block.startsWith('- ')) return <ul>{items(/^- /)}</ul>;
  return (
    <p>
      <Line text={block} />
    </p>
  );
}
