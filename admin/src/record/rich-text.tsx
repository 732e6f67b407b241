import BoldIcon from '@mui/icons-material/FormatBold';
import BulletsIcon from '@mui/icons-material/FormatListBulleted';
import HeadingIcon from '@mui/icons-material/Title';
import ItalicIcon from '@mui/icons-material/FormatItalic';
import LinkIcon from '@mui/icons-material/InsertLink';
import NumbersIcon from '@mui/icons-material/FormatListNumbered';
import QuoteIcon from '@mui/icons-material/FormatQuote';
import { Button, FormHelperText, ToggleButton } from '@mui/material';
import { Placeholder } from '@tiptap/extensions';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useState } from 'react';
import { TextInput, useInput, useTranslate } from 'react-admin';
import { plainText } from '../markup';
import { cleanPasted } from './pasted';

/** The elements that the editor can show. Others, such as tables, would be lost in it. */
const KNOWN = /^<\/?(?:p|br|strong|b|em|i|s|u|a|ul|ol|li|h2|h3|h4|blockquote|hr|code|pre)\b[^>]*>$/i;

const isKnown = (html: string) =>
  [...html.matchAll(/<[^>]+>/g)].every(([tag]) => KNOWN.test(tag) && !/\b(?:lang|dir|title|start|hreflang)=/.test(tag));

interface Props {
  readonly source: string;
  readonly label: string;
  readonly placeholder: string;
  readonly readOnly: boolean;
  readonly lang: string;
  readonly isShort: boolean;
}

/** An editor of the markup that the API keeps. A text with other markup is shown, and edited only as it is: nothing is lost. */
export default function RichText(props: Props) {
  const { source, label, readOnly } = props;
  const t = useTranslate();
  const { field } = useInput({ source });
  const [kind, setKind] = useState<'editor' | 'shown' | 'markup'>(() =>
    isKnown(String(field.value ?? '')) ? 'editor' : 'shown',
  );
  if (kind === 'editor') return <TipTap {...props} />;
  if (kind === 'markup')
    return <TextInput {...{ source, label, readOnly }} multiline minRows={6} helperText={t('form.editorHtml')} />;
  return (
    <div role="group" aria-label={label} className="rich-text" data-path={source}>
      <div className="rich-text-head">
        <span className="rich-text-label">{label}</span>
        {!readOnly && <Button onClick={() => setKind('markup')}>{t('form.editHtml')}</Button>}
      </div>
      <p className="tiptap lines">{plainText(String(field.value))}</p>
    </div>
  );
}

function TipTap({ source, label, placeholder, readOnly, lang, isShort }: Props) {
  const { field, fieldState } = useInput({ source });
  const attributes = { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, lang };
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: { levels: [2, 3, 4] },
        link: { openOnClick: false, protocols: ['mailto', 'tel'] },
      }),
      Placeholder.configure({ placeholder: () => placeholder }),
    ],
    content: String(field.value ?? ''),
    editable: !readOnly,
    editorProps: { attributes, transformPastedHTML: cleanPasted },
    onUpdate: ({ editor: changed }) => field.onChange(changed.isEmpty ? '' : changed.getHTML()),
    onBlur: field.onBlur,
  });
  // A value that comes from elsewhere, such as a kept copy.
  const value = String(field.value ?? '');
  useEffect(() => {
    // React may run this for an editor that was replaced while another part of the form was loading.
    if (editor.isDestroyed || editor.isFocused) return;
    if (value !== (editor.isEmpty ? '' : editor.getHTML())) editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return (
    <div
      className={['rich-text', fieldState.invalid && 'invalid', isShort && 'short'].filter(Boolean).join(' ')}
      data-path={source}
    >
      <div className="rich-text-head">
        <span className="rich-text-label" aria-hidden>
          {label}
        </span>
        {!readOnly && <Toolbar editor={editor} label={label} isShort={isShort} />}
      </div>
      <EditorContent editor={editor} />
      {fieldState.error && <FormHelperText error>{fieldState.error.message}</FormHelperText>}
    </div>
  );
}

interface ToolbarProps {
  readonly editor: Editor;
  readonly label: string;
  readonly isShort: boolean;
}

/** A short text has no headings and lists. */
const SHORT = ['bold', 'italic', 'link'];

function Toolbar({ editor, label, isShort }: ToolbarProps) {
  const t = useTranslate();
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      ['bold', 'italic', 'heading', 'bulletList', 'orderedList', 'blockquote', 'link'].filter((name) =>
        now.isActive(name),
      ),
  });
  const chain = () => editor.chain().focus();
  const link = () => {
    if (editor.isActive('link')) return chain().extendMarkRange('link').unsetLink().run();
    const href = window.prompt(t('form.linkAddress'), 'https://');
    return href && chain().setLink({ href }).run();
  };
  const tools = [
    { name: 'bold', text: 'bold', icon: <BoldIcon />, run: () => chain().toggleBold().run() },
    { name: 'italic', text: 'italic', icon: <ItalicIcon />, run: () => chain().toggleItalic().run() },
    { name: 'heading', text: 'heading', icon: <HeadingIcon />, run: () => chain().toggleHeading({ level: 3 }).run() },
    { name: 'bulletList', text: 'bullets', icon: <BulletsIcon />, run: () => chain().toggleBulletList().run() },
    { name: 'orderedList', text: 'numbers', icon: <NumbersIcon />, run: () => chain().toggleOrderedList().run() },
    { name: 'blockquote', text: 'quote', icon: <QuoteIcon />, run: () => chain().toggleBlockquote().run() },
    { name: 'link', text: 'link', icon: <LinkIcon />, run: link },
  ].filter(({ name }) => !isShort || SHORT.includes(name));
  return (
    <div role="toolbar" aria-label={t('form.toolbar', { label })} className="rich-text-tools">
      {tools.map(({ name, text, icon, run }) => (
        <ToggleButton
          key={name}
          value={name}
          size="small"
          selected={active.includes(name)}
          aria-label={t(`form.${text}`)}
          title={t(`form.${text}`)}
          onClick={run}
        >
          {icon}
        </ToggleButton>
      ))}
    </div>
  );
}
