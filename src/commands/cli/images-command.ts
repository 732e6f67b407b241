import { InvalidArgumentError } from 'commander';
import { SiteModule } from '../../http/urls/site.js';
import { ImageCheck } from '../../calendar/images/image-check.js';
import { ImageCleanup } from '../../calendar/images/image-cleanup.js';
import { DAYS_KEPT } from '../../calendar/images/image-removal.js';
import { ImageRebuild } from '../../calendar/images/image-rebuild.js';
import { ImagesModule } from '../../calendar/images/images.module.js';
import { command, withService } from './cli.js';
import { minuteOf, printTable, withProgress } from './output.js';

export const program = command(
  'images',
  'Lists uploaded images, removes those that nothing shows, compares the database with the files, and makes missing files.',
).addHelpText(
  'after',
  `
Examples:
  npm run --silent images -- list
  npm run --silent images -- prune --dry-run
  npm run --silent images -- check
  npm run --silent images -- rebuild --dry-run

Exit codes: 0 done, 1 failed or something is missing, 2 wrong usage.`,
);

program
  .command('list')
  .description('Lists uploaded images, newest first, with the number of records that show them.')
  .action(() =>
    withImages(async ({ check }) => {
      const images = await check.list();
      printTable(
        ['id', 'file name', 'size', 'used by', 'uploaded'],
        images.map(({ image: { id, fileName, width, height, createdAt }, usedBy }) => [
          ...[String(id), fileName ?? '-', `${width}x${height}`, String(usedBy), minuteOf(createdAt)],
        ]),
      );
    }),
  );

program
  .command('prune')
  .description('Removes images that no record shows, and files that no image needs, as the service does every hour.')
  .option('--unused-for <days>', 'days for which an image that no record shows is kept', daysOf, DAYS_KEPT)
  .option('--dry-run', 'only says what would be removed')
  .action(({ unusedFor, dryRun = false }: { readonly unusedFor: number; readonly dryRun?: boolean }) =>
    withImages(async ({ cleanup }) => {
      const { images, folders } = await cleanup.prune({ days: unusedFor, isDry: dryRun });
      const what = `${counted(images, 'image')}, and ${counted(folders, 'folder')} of files without an image.`;
      console.log(`${dryRun ? 'Would remove' : 'Removed'} ${what}`);
    }),
  );

program
  .command('check')
  .description('Names files that are missing, and folders that no image needs. Exit code 1 if a file is missing.')
  .action(() =>
    withImages(async ({ check }) => {
      const { missing, withoutRow } = await withProgress((onProgress) => check.check(onProgress));
      for (const { id, name } of missing) console.log(`Missing: file ${name} of image ${id}.`);
      for (const folder of withoutRow)
        console.log(`Not needed: folder ${folder}. The service removes it after an hour.`);
      if (missing.length + withoutRow.length === 0) console.log('All files are there, and no others.');
      process.exitCode = missing.length > 0 ? 1 : 0;
    }),
  );

program
  .command('rebuild')
  .description(
    'Makes the JPEG that links to pages show (og:image) for pictures in WebP and AVIF that were uploaded before the service made it. Exit code 1 if a picture fails.',
  )
  .option('--dry-run', 'only says how many pictures need one, and whose file is missing')
  .action(({ dryRun: isDry = false }: { readonly dryRun?: boolean }) =>
    withImages(async ({ rebuild }) => {
      const { images, failures } = await withProgress((onProgress) => rebuild.run({ isDry }, onProgress));
      for (const { id, reason } of failures) console.log(`Failed: image ${id}: ${reason}.`);
      console.log(`${isDry ? 'Would make' : 'Made'} the JPEG of ${counted(images, 'image')}.`);
      process.exitCode = failures.length > 0 ? 1 : 0;
    }),
  );

interface Tools {
  readonly check: ImageCheck;
  readonly cleanup: ImageCleanup;
  readonly rebuild: ImageRebuild;
}

function withImages(work: (tools: Tools) => Promise<void>): Promise<void> {
  return withService({ imports: [SiteModule, ImagesModule] }, (service) => {
    const find = <T>(type: abstract new (...parameters: never[]) => T) => service.get<T>(type, { strict: false });
    return work({ check: find(ImageCheck), cleanup: find(ImageCleanup), rebuild: find(ImageRebuild) });
  });
}

function daysOf(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('Give a number of days from 0 to 9999.');
  return Number(text);
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
