import { Fragment } from 'react';
import { toneClass, type ToneLine } from './tone.ts';

/** Lines of code in their tones, line breaks included: for a `pre`. */
export function ToneText({ lines }: { readonly lines: readonly ToneLine[] }) {
  return lines.map((line, index) => (
    <Fragment key={index}>
      {index > 0 && '\n'}
      {line.map(([text, tone], at) =>
        tone === 'plain' ? (
          text
        ) : (
          <span key={at} className={toneClass[tone]}>
            {text}
          </span>
        ),
      )}
    </Fragment>
  ));
}
