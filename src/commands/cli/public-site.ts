import { environment, loadSettings } from '../../lib/config/load-settings.js';
import { type Settings } from '../../lib/config/settings.js';
import { runningPort } from '../../server/listening.js';

/** The public address, with the port of the running service unless SITE_URL names another one. */
export async function publicSite(): Promise<Pick<Settings, 'siteUrl' | 'basePath'>> {
  const port = await runningPort(loadSettings());
  return loadSettings({ ...environment(), ...(port && { PORT: String(port) }) });
}
