/**
 * Operations. One that is under way is not begun again: a second press may be quicker than the state that disables its button.
 * Everything that writes goes through this (biome.json).
 */
import { type UseMutationOptions, type UseMutationResult, useMutation as useAnyMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/** An operation calls its component back, so it leaves the cache with it: soon after its answer, when nobody looks at it any more. */
const KEPT_MS = 1000;

interface Manner {
  /** A later question takes the place of one that is under way; its answer has to be told apart by who asks. */
  overtakes?: boolean;
}

export function useMutation<Answer, Given = void>(
  options: UseMutationOptions<Answer, Error, Given>,
  { overtakes = false }: Manner = {},
): UseMutationResult<Answer, Error, Given> {
  const underWay = useRef(false);
  // the library takes new options after the page is drawn; keys may be quicker and would send what stood there before
  const latest = useRef(options.mutationFn);
  latest.current = options.mutationFn;
  const result = useAnyMutation({
    gcTime: KEPT_MS,
    ...options,
    mutationFn: (...given) => latest.current?.(...given) ?? Promise.reject(new Error('nothing to do')),
    onSettled: (...outcome) => {
      underWay.current = false;
      return options.onSettled?.(...outcome);
    },
  });
  const { mutate: send } = result;
  const mutate = useCallback<typeof send>(
    (...given) => {
      if (underWay.current && !overtakes) return;
      underWay.current = true;
      send(...given);
    },
    [send, overtakes],
  );
  return { ...result, mutate };
}
