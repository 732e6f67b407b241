import { Card } from '@mui/material';
import { useLocaleState } from 'react-admin';
import english from '../../../docs/recipes/your-first-week.md?raw';
import french from '../../../docs/recipes/votre-premiere-semaine.md?raw';
import { PageHead } from '../page-head';
import { Markdown } from './markdown';

const PICTURES = import.meta.glob<string>('../../../docs/pictures/*.png', {
  eager: true,
  query: '?url',
  import: 'default',
});

const pictureOf = (file: string) => PICTURES[`../../../docs/pictures/${file}`];

/** The recipe for a first week, in the language of the page. */
export default function Help() {
  const [locale] = useLocaleState();
  const recipe = locale === 'fr' ? french : english;
  const [, title = ''] = /^# (.+)$/m.exec(recipe) ?? [];
  // The bar switches the language, so that the link to the other one has no use here.
  const text = recipe.replace(/^# .+$/m, '').replace(/^\[[^\]]+\]\([^)]+\.md\)$/m, '');
  return (
    <div className="screen">
      <PageHead title={title} />
      <Card component="article" className="section help">
        <Markdown text={text} pictureOf={pictureOf} />
      </Card>
    </div>
  );
}
