import { createHash } from 'node:crypto';
import { type EntityManager } from 'typeorm';
import { isDuplicate } from '../../database/database-errors.js';
import { type Caller, hasRole, isEditor } from '../auth/role.js';
import { type Faults } from '../errors/fault.js';
import { Image } from './image.entity.js';
import { type ImageInput } from './image-field.js';

/**
 * The image that a body names, registered where its address is new; never fetched. Other records may show it too: what is
 * said of one that is registered counts from editors, from authors where nothing is known yet, from contributors not.
 */
export async function resolveImage(
  manager: EntityManager,
  input: ImageInput,
  caller: Caller,
  faults: Faults,
): Promise<Image | null> {
  const image =
    input.id === undefined
      ? await registered(manager, input.url!, input)
      : await manager.findOneBy(Image, { id: input.id });
  if (image) return described(manager, image, input, caller);
  faults.add('image', (messages) => messages.unknownImage(input.id!));
  return null;
}

async function registered(manager: EntityManager, url: string, input: ImageInput): Promise<Image> {
  const urlHash = createHash('sha256').update(url).digest('hex');
  const known = await manager.findOneBy(Image, { urlHash });
  if (known) return known;
  const { alt = null, width = null, height = null } = input;
  try {
    const image = manager.create(Image, { url, urlHash, alt, width, height });
    await manager.insert(Image, image);
    return image;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return manager.findOneByOrFail(Image, { urlHash });
  }
}

async function described(
  manager: EntityManager,
  image: Image,
  { alt = null, width = null, height = null }: ImageInput,
  caller: Caller,
): Promise<Image> {
  if (!hasRole(caller, 'author')) return image;
  const { alt: knownAlt, width: knownWidth, height: knownHeight } = image;
  const wanted = isEditor(caller)
    ? { alt: alt ?? knownAlt, width: width ?? knownWidth, height: height ?? knownHeight }
    : { alt: knownAlt ?? alt, width: knownWidth ?? width, height: knownHeight ?? height };
  const isNew = wanted.alt !== knownAlt || wanted.width !== knownWidth || wanted.height !== knownHeight;
  if (isNew) await manager.update(Image, { id: image.id }, { ...wanted, revision: () => 'revision + 1' });
  return Object.assign(image, wanted);
}
