import SearchIcon from '@mui/icons-material/Search';
import { Autocomplete, InputAdornment, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useInput, useListContext } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { type Schemas, send } from '../api';
import { formats, useLabels } from '../i18n';
import { kinds } from '../schema';
import { useSettled } from '../use-settled';

type Suggestion = Schemas['SearchSuggestion'];

/** Milliseconds without a key after which suggestions are asked for. */
const PAUSE = 200;

/** Milliseconds without a key after which the list has followed for certain; react-admin waits for 500. */
const LIST_PAUSE = 600;

/** The lengths of a text for which the service suggests records. */
const [SHORTEST, LONGEST] = [2, 100];

/** What the box is for. */
const SIGN = (
  <InputAdornment position="end">
    <SearchIcon color="disabled" />
  </InputAdornment>
);

interface Props {
  readonly source: string;
  readonly label: string;
  /** Lists show it without being asked. */
  readonly alwaysOn?: boolean;
}

/** The search of a list, which follows the typing, and below it public records whose name has what is typed. */
export function SearchBox({ source, label }: Props) {
  const { field } = useInput<string>({ source });
  const labels = useLabels();
  const text = String(field.value ?? '');
  const open = useOpenFromList(source, text);
  const suggestions = useSuggestions(text);
  const about = ({ kind, starts_at: startsAt }: Suggestion) =>
    startsAt ? formats().day(startsAt.slice(0, 10)) : labels.kind(kindOf(kind), 1);
  return (
    <Autocomplete<Suggestion, false, true, true>
      freeSolo
      disableClearable
      fullWidth
      className="search-box"
      options={suggestions}
      filterOptions={(options) => options}
      getOptionLabel={(option) => (typeof option === 'string' ? option : option.text)}
      getOptionKey={(option) => (typeof option === 'string' ? option : `${option.kind} ${option.id}`)}
      value={text}
      inputValue={text}
      onInputChange={(_event, typed, reason) => {
        if (reason !== 'input') return;
        open(undefined);
        field.onChange(typed);
      }}
      onChange={(_event, chosen) => {
        if (typeof chosen !== 'string') open(`/${kindOf(chosen.kind)}/${chosen.id}`);
      }}
      renderOption={({ key, ...props }, option) => (
        <li {...props} key={key}>
          <span className="suggestion">
            {option.text} <small>{about(option)}</small>
          </span>
        </li>
      )}
      renderInput={({ InputProps: input, inputProps: htmlInput, ...props }) => (
        <TextField
          {...props}
          size="small"
          placeholder={label}
          slotProps={{ htmlInput: { ...htmlInput, 'aria-label': label }, input: { ...input, endAdornment: SIGN } }}
        />
      )}
    />
  );
}

/** The plural that routes have, of a kind in the singular. */
const kindOf = (singular: string): string =>
  kinds().find((plural) => plural.replace(/ies$/, 'y').replace(/s$/, '') === singular) ?? `${singular}s`;

/**
 * Opens the screen of a path, if one is given, once the list has followed what was typed: it changes the address then,
 * and would take the place of a screen that was opened before.
 */
function useOpenFromList(source: string, text: string): (path: string | undefined) => void {
  const navigate = useNavigate();
  const filters = useListContext().filterValues as Readonly<Record<string, unknown>>;
  const isSettled = useSettled(text, LIST_PAUSE) === text;
  const hasFollowed = isSettled && String(filters[source] ?? '') === text;
  const [path, setPath] = useState<string>();
  useEffect(() => {
    if (path !== undefined && hasFollowed) void navigate(path);
  }, [path, hasFollowed, navigate]);
  return setPath;
}

/** The suggestions of the service for a text, once it has not changed for a moment. */
function useSuggestions(text: string): Suggestion[] {
  const q = useSettled(text, PAUSE).trim();
  const { data } = useQuery({
    queryKey: ['suggestions', q],
    queryFn: () => send<Schemas['SearchSuggestions']>('GET', '/search-suggestions', { query: { q }, isAside: true }),
    enabled: q.length >= SHORTEST && q.length <= LONGEST,
  });
  return q === text.trim() ? (data?.data.suggestions ?? []) : [];
}
