import { openFind } from '../../find/find-store.ts';
import { movesOf, type TranscriptMoves } from '../../transcript/transcript-moves.ts';
import { forkSession } from '../actions.ts';
import type { Services } from '../services.tsx';
import type { Command } from './command.ts';

/** Finding and moving within the transcript of the selected session. */
export function transcriptCommands(services: Services): readonly Command[] {
  const { view } = services;
  const selectedId = () => view.getState().selectedId;
  const enabled = () => movesOf(selectedId()) !== null;
  const move = (
    id: string,
    title: Command['title'],
    keys: readonly string[],
    run: (moves: TranscriptMoves) => void,
  ): Command => ({
    id,
    title,
    group: 'go',
    // In a text field these keys move in the text.
    scope: 'page',
    keys,
    listed: true,
    enabled,
    run: () => {
      const moves = movesOf(selectedId());
      if (moves !== null) run(moves);
    },
  });
  return [
    {
      id: 'transcript.find',
      title: 'find',
      group: 'session',
      scope: 'everywhere',
      keys: ['Mod+F'],
      listed: true,
      enabled: () => enabled() && view.getState().overlay === null,
      run: () => {
        const id = selectedId();
        if (id !== null) openFind(id);
      },
    },
    {
      id: 'transcript.forkHere',
      title: 'forkHere',
      group: 'session',
      scope: 'everywhere',
      keys: [],
      listed: true,
      enabled: () => (movesOf(selectedId())?.turnInView() ?? null) !== null,
      run: () => {
        const id = selectedId();
        const turnId = movesOf(id)?.turnInView() ?? null;
        if (id !== null && turnId !== null) void forkSession(services, id, turnId);
      },
    },
    move('transcript.previousPrompt', 'previousPrompt', ['Mod+ArrowUp'], (moves) => {
      void moves.toPrompt('previous');
    }),
    move('transcript.nextPrompt', 'nextPrompt', ['Mod+ArrowDown'], (moves) => void moves.toPrompt('next')),
    move('transcript.lastPrompt', 'lastPrompt', [], (moves) => moves.toLastPrompt()),
    move('transcript.end', 'toEnd', ['Mod+End'], (moves) => moves.toEnd()),
  ];
}
