import { type INestApplicationContext } from '@nestjs/common';
import { InvalidArgumentError, Option } from 'commander';
import { Database, type Work } from '../../database/database.js';
import { RequestValidationPipe } from '../../http/validation/request-validation.pipe.js';
import { ActiveWebhooks } from '../../outlets/webhooks/active-webhooks.js';
import { DeliveryDto } from '../../outlets/webhooks/delivery.dto.js';
import { type Webhook } from '../../outlets/webhooks/webhook.entity.js';
import { WebhookStore } from '../../outlets/webhooks/webhook-store.js';
import { CreateWebhookDto, UpdateWebhookDto } from '../../outlets/webhooks/webhook.dto.js';
import { Site } from '../../http/urls/site.js';
import { WebhooksModule } from '../../outlets/webhooks/webhooks.module.js';
import { command, withService } from './cli.js';
import { printTable } from './output.js';

export const program = command(
  'webhooks',
  'Lists, adds, changes, removes, rotates and tests webhooks, also while the service is running.',
).addHelpText(
  'after',
  `
Examples. A secret is printed only once; if you lose it, rotate it:
  npm run --silent webhooks -- add https://search.example.org/hooks/calendar --description "Search index"
  npm run --silent webhooks -- add https://example.org/hook --events event.published,event.deleted
  npm run --silent webhooks -- list
  npm run --silent webhooks -- test <id>
  npm run --silent webhooks -- change <id> --active off
  npm run --silent webhooks -- rotate <id>
  npm run --silent webhooks -- remove <id> --dry-run`,
);

program
  .command('list')
  .description('Lists all webhooks, without their secrets.')
  .action(() =>
    withWebhooks(async ({ database, store }) => printWebhooks(await database.read((manager) => store.list(manager)))),
  );

program
  .command('add')
  .description('Adds a webhook and prints its secret, only this once.')
  .argument('<url>', 'address that messages are sent to: https, and not in a private network')
  .option('--events <types>', 'types of messages, such as event.published,event.updated', '*')
  .option('--description <text>', 'purpose of the webhook')
  .option('--dry-run', 'checks everything and adds nothing')
  .action((url: string, { dryRun, ...options }: AddOptions) =>
    withWebhooks(async ({ change, store, pipe }) => {
      const body = await pipe.validate(CreateWebhookDto, { url, ...options });
      const webhook = await change((manager) => store.create(manager, body), dryRun);
      if (dryRun) return console.log(`Would add ${described(webhook)}`);
      console.error(`Added ${described(webhook)} Keep its secret now: it cannot be shown again.`);
      console.log(webhook.secret);
    }),
  );

program
  .command('change')
  .description('Changes a webhook. Options that are not given keep their values.')
  .argument('<id>', 'id of the webhook', webhookId)
  .option('--url <url>', 'address that messages are sent to')
  .option('--events <types>', 'types of messages, or * for all')
  .option('--description <text>', 'purpose of the webhook')
  .addOption(new Option('--active <state>', 'switches it on or off').choices(['on', 'off']))
  .option('--dry-run', 'checks everything and changes nothing')
  .action((id: number, { dryRun, active, ...options }: ChangeOptions) =>
    withWebhooks(async ({ change, store, pipe }) => {
      const body = await pipe.validate(UpdateWebhookDto, { ...options, ...(active && { active: active === 'on' }) });
      const webhook = await change((manager) => store.update(manager, id, body), dryRun);
      console.log(`${dryRun ? 'Would change' : 'Changed'} ${described(webhook)}`);
    }),
  );

program
  .command('rotate')
  .description('Gives a webhook a new secret and prints it. The old one remains valid for 24 hours.')
  .argument('<id>', 'id of the webhook', webhookId)
  .option('--dry-run', 'changes nothing')
  .action((id: number, { dryRun }: DryRun) =>
    withWebhooks(async ({ change, store }) => {
      const webhook = await change((manager) => store.update(manager, id, { rotate_secret: true }), dryRun);
      if (dryRun) return console.log(`Would rotate the secret of ${described(webhook)}`);
      console.error(`The secret of ${described(webhook)} is new. Keep it now: it cannot be shown again.`);
      console.log(webhook.secret);
    }),
  );

program
  .command('remove')
  .description('Removes a webhook. Messages that were not sent yet are discarded.')
  .argument('<id>', 'id of the webhook', webhookId)
  .option('--dry-run', 'removes nothing')
  .action((id: number, { dryRun }: DryRun) =>
    withWebhooks(async ({ change, store }) => {
      const webhook = await change((manager) => store.remove(manager, id), dryRun);
      console.log(`${dryRun ? 'Would remove' : 'Removed'} ${described(webhook)}`);
    }),
  );

program
  .command('test')
  .description('Sends a message of the type webhook.test at once. Exit code 1 if it does not arrive.')
  .argument('<id>', 'id of the webhook', webhookId)
  .action((id: number) =>
    withWebhooks(async ({ database, store }) => {
      const sent = await store.test(await database.read((manager) => store.get(manager, id)));
      const delivery = await database.write((manager) => store.storeDelivery(manager, sent));
      const { status, response_status, error } = DeliveryDto.of(delivery, 'en', false);
      console.log(error ?? `${status}: the response had the status ${response_status}.`);
      process.exitCode = error === null ? 0 : 1;
    }),
  );

interface DryRun {
  readonly dryRun?: boolean;
}

interface AddOptions extends DryRun {
  readonly events: string;
  readonly description?: string;
}

interface ChangeOptions extends Partial<AddOptions> {
  readonly url?: string;
  readonly active?: 'on' | 'off';
}

/** The functions of the service that the commands use. A change is rolled back for `--dry-run`. */
function toolsOf(service: INestApplicationContext) {
  const find = <T>(type: abstract new (...parameters: never[]) => T) => service.get<T>(type, { strict: false });
  const [database, active, store] = [find(Database), find(ActiveWebhooks), find(WebhookStore)];
  return {
    store,
    database,
    pipe: find(RequestValidationPipe),
    /** Returns once a running service knows of the change. */
    change: async (work: Work<Webhook>, isUndone = false): Promise<Webhook> => {
      const webhook = await (isUndone ? database.dryRun(work) : database.write(work));
      await active.untilKnown();
      return webhook;
    },
  };
}

function withWebhooks(work: (tools: ReturnType<typeof toolsOf>) => Promise<void>): Promise<void> {
  return withService({ imports: [WebhooksModule] }, (service) => {
    // The command may run with other settings than the service, whose messages have its own addresses.
    console.error(`Addresses in messages begin with SITE_URL: ${service.get(Site, { strict: false }).url}`);
    return work(toolsOf(service));
  });
}

function webhookId(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('Give the id that `webhooks -- list` shows.');
  return Number(text);
}

const described = ({ id, url, events }: Webhook) => `webhook ${id ?? ''} to ${url} (${events}).`;

function printWebhooks(webhooks: readonly Webhook[]): void {
  const state = ({ isActive, switchedOffAt, failingSince }: Webhook) =>
    !isActive ? (switchedOffAt ? 'off, after failures' : 'off') : failingSince ? 'failing' : 'on';
  printTable(
    ['id', 'url', 'events', 'state', 'description'],
    webhooks.map((one) => [String(one.id), one.url, one.events, state(one), one.description ?? '-']),
  );
}
