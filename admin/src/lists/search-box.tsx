import SearchIcon from '@mui/icons-material/Search';
import { Autocomplete, InputAdornment, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useListContext } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { type Schemas, send } from '../api';
import { formats, useLabels } from '../i18n';
import { kinds } from '../schema';

type Suggestion = Schemas['SearchSuggestion'];

/** Milliseconds without a key after which suggestions are asked for. */
const PAUSE = 200;

/** Milliseconds without a key after which the list follows, as for the other filters. */
const LIST_PAUSE = 500;

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
  const { text, type, forget } = useSearchOfList(source);
  const navigate = useNavigate();
  const labels = useLabels();
  const suggestions = useSuggestions(text);
  const open = ({ kind, id }: Suggestion) => {
    forget();
    void navigate(`/${kindOf(kind)}/${id}`);
  };
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
        if (reason === 'input') type(typed);
      }}
      onChange={(_event, chosen) => {
        if (typeof chosen !== 'string') open(chosen);
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
 * The text of a filter, which is what was typed until the list has followed. The inputs of react-admin cannot forget
 * what was typed: the list would follow it while a record opens, and take its place.
 */
function useSearchOfList(source: string) {
  const { filterValues, displayedFilters, setFilters } = useListContext();
  const [typed, setTyped] = useState<string>();
  const filter = String((filterValues as Record<string, unknown>)[source] ?? '');
  useEffect(() => {
    if (typed === undefined) return;
    if (typed === filter) return setTyped(undefined);
    const follow = () => setFilters({ ...filterValues, [source]: typed }, displayedFilters);
    const timer = setTimeout(follow, LIST_PAUSE);
    return () => clearTimeout(timer);
  }, [typed, filter, source, filterValues, displayedFilters, setFilters]);
  return { text: typed ?? filter, type: setTyped, forget: () => setTyped(undefined) };
}

/** What the service suggests for a text, once it has not changed for a moment. */
function useSuggestions(text: string): Suggestion[] {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  const q = settled.trim();
  const { data } = useQuery({
    queryKey: ['suggestions', q],
    queryFn: () => send<Schemas['SearchSuggestions']>('GET', '/search-suggestions', { query: { q }, isAside: true }),
    enabled: q.length >= SHORTEST && q.length <= LONGEST,
  });
  return q === text.trim() ? (data?.data.suggestions ?? []) : [];
}
