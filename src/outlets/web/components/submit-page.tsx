import { type ComponentChildren } from 'preact';
import { type Language, otherLanguage } from '../../../lib/i18n/language.js';
import { COLON } from '../../../lib/i18n/punctuation.js';
import { inputName, otherField, type SubmitForm } from '../data/submit-form.js';
import { type PageSite } from '../data/page-site.js';
import { type SubmitTexts, submitTextsIn } from '../texts/submit-texts.js';
import { textsIn } from '../texts/texts.js';
import { BackLink } from './event-page.js';
import { Field, idOf, isFirst, When } from './submit-fields.js';

interface SubmitPageProps {
  readonly form: SubmitForm;
  readonly site: PageSite;
  readonly language: Language;
}

/** The form with which visitors send an event. It works without a script. */
export function SubmitPage({ form, site, language }: SubmitPageProps) {
  const texts = submitTextsIn(language);
  const { links } = site;
  return (
    <div class="record submit">
      <BackLink site={site} language={language} />
      <h1>{texts.title}</h1>
      <p>{texts.intro}</p>
      <form
        method="post"
        action={links.submit(language, { token: form.token })}
        enctype="multipart/form-data"
        novalidate={form.errors.size > 0}
        data-submit
        data-sending={texts.sending}
        data-not-sent={texts.notSent}
        data-too-large={texts.pictureTooLarge}
      >
        <Mistakes form={form} language={language} texts={texts} />
        <Texts form={form} language={language} texts={texts} />
        <Group legend={texts.when}>
          <When form={form} texts={texts} />
        </Group>
        <Group legend={texts.where}>
          <Field
            {...{ form, texts, name: 'venue', label: texts.venue, help: texts.venueHelp }}
            attributes={{ 'data-venues': links.api(language, '/venues'), 'data-label': texts.venues }}
          />
          <Field
            {...{ form, texts, name: 'address', label: texts.address }}
            autocomplete="section-venue street-address"
          />
          <Field {...{ form, texts, name: 'city', label: texts.city }} autocomplete="section-venue address-level2" />
        </Group>
        <Details form={form} texts={texts} />
        <Group legend={texts.you}>
          <p class="help">{texts.privacy(site.settings.submissionsKeepDays)}</p>
          <Field
            {...{ form, texts, name: 'contact_name', label: texts.contactName, isRequired: true }}
            autocomplete="name"
          />
          <Field
            {...{ form, texts, name: 'contact_email', label: texts.contactEmail, isRequired: true, type: 'email' }}
            autocomplete="email"
          />
          <Field {...{ form, texts, name: 'note', label: texts.note, rows: 3 }} />
          <p class="unseen" aria-hidden="true">
            <label for="f-reason">{texts.trap}</label>
            <input id="f-reason" name="reason" tabIndex={-1} autocomplete="off" />
          </p>
        </Group>
        <Picture form={form} texts={texts} />
        <p>
          <button class="button">{texts.send}</button> <span role="status" data-state></span>
        </p>
      </form>
    </div>
  );
}

function Group({ legend, children }: { readonly legend: string; readonly children: ComponentChildren }) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

/** The errors of the form, with links to their fields. */
function Mistakes({ form, language, texts }: Omit<SubmitPageProps, 'site'> & { readonly texts: SubmitTexts }) {
  const { errors, notice } = form;
  if (errors.size === 0 && notice === undefined) return null;
  return (
    <div class="notice" role="alert" data-notice>
      {notice !== undefined && <p>{notice}</p>}
      {errors.size > 0 && <p>{texts.mistakes(errors.size)}</p>}
      {errors.size > 0 && (
        <ul>
          {[...errors].map(([field, text]) => (
            <li key={field}>
              <a href={`#${idOf(field)}`}>{labelOf(field, texts)}</a>
              {COLON[language]}
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The texts in the language of the page, and those in the other one, which are offered. */
function Texts({ form, language, texts }: Omit<SubmitPageProps, 'site'> & { readonly texts: SubmitTexts }) {
  const [title, description] = [otherField(language, 'title'), otherField(language, 'description')];
  const isOpen = [title, description].some((field) => form.typed.text(field) !== '' || form.errors.has(field));
  const lang = otherLanguage(language);
  return (
    <Group legend={texts.event}>
      <Field {...{ form, texts, name: 'title', label: texts.name, isRequired: true, maxLength: 255 }} />
      <Field {...{ form, texts, name: 'description', label: texts.description, rows: 6 }} />
      <details open={isOpen}>
        <summary>
          {texts.otherLanguage} <small>{texts.optional}</small>
        </summary>
        <p class="help">{texts.otherLanguageHelp}</p>
        <Field {...{ form, texts, name: title, label: texts.otherName, maxLength: 255, lang }} />
        <Field {...{ form, texts, name: description, label: texts.otherDescription, rows: 6, lang }} />
      </details>
    </Group>
  );
}

interface PartProps {
  readonly form: SubmitForm;
  readonly texts: SubmitTexts;
}

function Details({ form, texts }: PartProps) {
  const chosen = form.typed.all('categories');
  return (
    <Group legend={texts.details}>
      <Field
        {...{ form, texts, name: 'organizer', label: texts.organizer }}
        autocomplete="section-event organization"
      />
      <Field {...{ form, texts, name: 'cost', label: texts.price, help: texts.priceHelp }} />
      <Field
        {...{ form, texts, name: 'website', label: texts.website, inputMode: 'url' }}
        autocomplete="section-event url"
      />
      {form.categories.length > 0 && (
        <fieldset class="checks" id="f-categories">
          <legend>
            {texts.categories} <small>{texts.optional}</small>
          </legend>
          {form.categories.map(({ id, name, language }) => (
            <label key={id} lang={language}>
              <input type="checkbox" name="categories" value={String(id)} checked={chosen.includes(String(id))} />
              {name}
            </label>
          ))}
        </fieldset>
      )}
      {/* Without the database, the form has no categories to show, and keeps the ids that were chosen. */}
      {form.categories.length === 0 &&
        chosen.map((id) => <input key={id} type="hidden" name="categories" value={id} />)}
    </Group>
  );
}

/**
 * The picture comes last: whatever happens to it on its way, such as a slow connection, the fields before it have arrived,
 * and the form can be shown again with them.
 */
function Picture({ form, texts }: PartProps) {
  const error = form.errors.get('file');
  return (
    <Group legend={texts.withPicture}>
      <Field {...{ form, texts, name: 'image_alt', label: texts.alt, help: texts.altHelp }} />
      <div class="field">
        <label for="f-file">
          {texts.picture} <small>{texts.optional}</small>
        </label>
        <p class="help" id="f-file-help">
          {texts.pictureHelp}
        </p>
        <input
          id="f-file"
          type="file"
          name="file"
          accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
          aria-describedby={`f-file-help${error || form.hadPicture ? ' f-file-error' : ''}`}
          aria-invalid={error ? 'true' : undefined}
          autofocus={isFirst(form, 'file')}
        />
        {(error ?? form.hadPicture) && (
          <p class="bad" id="f-file-error" data-again={error ? undefined : ''}>
            {error ?? texts.pictureAgain}
          </p>
        )}
      </div>
    </Group>
  );
}

/** The label of a field that has an error. */
function labelOf(field: string, texts: SubmitTexts): string {
  const labels: Readonly<Record<string, string>> = {
    ...{ title: texts.name, description: texts.description, start_date: texts.start, end_date: texts.end },
    ...{ venue: texts.venue, address: texts.address, city: texts.city, organizer: texts.organizer },
    ...{ cost: texts.price, website: texts.website, categories: texts.categories, file: texts.picture },
    ...{ image_alt: texts.alt, contact_name: texts.contactName, contact_email: texts.contactEmail, note: texts.note },
    ...{ all_day: texts.allDay, reason: texts.trap },
  };
  const [, name] = /^translations\.\w+\.(title|description)$/.exec(field) ?? [];
  if (name) return name === 'title' ? texts.otherName : texts.otherDescription;
  return labels[field] ?? inputName(field);
}

/** The page after an event has come. */
export function ReceivedPage({
  reference,
  site,
  language,
}: Omit<SubmitPageProps, 'form'> & { readonly reference: string }) {
  const texts = submitTextsIn(language);
  return (
    <section class="failure">
      <h1>{texts.received}</h1>
      <p>
        {texts.reference} <strong class="reference">{reference}</strong>
      </p>
      <p>{texts.next}</p>
      <p>
        <a class="button" href={site.links.calendar(language)}>
          {textsIn(language).toCalendar}
        </a>{' '}
        <a class="button quiet" href={site.links.submit(language)}>
          {texts.another}
        </a>
      </p>
    </section>
  );
}
