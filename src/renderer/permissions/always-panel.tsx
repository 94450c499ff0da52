import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleText } from '../../shared/permission/rule.ts';
import { keptRules, ruleLine, ruleWords, rememberScopes, type Remember } from './always.ts';
import { SafeText } from './safe-text.tsx';

/** Offers of so many rules are told by the first ones and a number; the preview has all. */
const mostInLine = 3;

/** What “always” may mean here: what, where, and the rule that it makes. It answers nothing by itself. */
export function AlwaysPanel({
  id,
  offers,
  remember,
  workspace,
  onChange,
  children,
}: {
  readonly id: string;
  readonly offers: readonly (readonly RuleText[])[];
  readonly remember: Remember;
  readonly workspace: string;
  readonly onChange: (remember: Remember) => void;
  /** The button that answers. */
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('permission');
  const rules = keptRules(offers[remember.offer] ?? [], remember.scope, workspace);
  return (
    <div
      id={id}
      data-always
      className="flex flex-col gap-2.5 rounded-2 border border-line bg-inset px-3 py-2.5 text-12"
    >
      <Choices legend={t('always.what')}>
        {offers.map((offer, index) => (
          <Radio
            // Offers of a request never move: their place is their identity.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            name={`${id}-offer`}
            checked={remember.offer === index}
            onChange={() => onChange({ ...remember, offer: index })}
          >
            {offer.slice(0, mostInLine).map((rule, place) => (
              <SafeText
                key={ruleLine(rule)}
                text={`${place === 0 ? '' : '; '}${ruleWords(rule)}`}
                context="line"
                className="mono text-[11.5px] text-fg"
              />
            ))}
            <span className="text-fg-3">
              {offer.length > mostInLine && ` ${t('always.more', { count: offer.length - mostInLine })}`}
              {offers.length > 1 && ` · ${t(index === 0 ? 'always.exact' : 'always.wider')}`}
            </span>
          </Radio>
        ))}
      </Choices>
      <Choices legend={t('always.where')}>
        <div className="flex flex-wrap gap-x-4 gap-y-0.5">
          {rememberScopes.map((scope) => (
            <Radio
              key={scope}
              name={`${id}-scope`}
              checked={remember.scope === scope}
              onChange={() => onChange({ ...remember, scope })}
            >
              {t(`always.scope.${scope}`)}
            </Radio>
          ))}
        </div>
      </Choices>
      <div className="flex flex-col gap-1" aria-live="polite">
        <div className="text-fg-3">{t('always.preview', { count: rules.length })}</div>
        <ul data-preview className="flex flex-col rounded-1 border border-line bg-main px-2 py-1">
          {rules.map((rule) => (
            <li key={ruleLine(rule)}>
              <SafeText text={ruleLine(rule)} context="line" className="mono selectable text-[11.5px]" />
            </li>
          ))}
        </ul>
        <div className="text-11 text-fg-3">
          {t(remember.scope === 'session' ? 'always.ends' : 'always.kept')}
        </div>
      </div>
      <div className="flex flex-wrap">{children}</div>
    </div>
  );
}

function Choices({ legend, children }: { readonly legend: string; readonly children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-0.5">
      <legend className="mb-0.5 text-fg-3">{legend}</legend>
      {children}
    </fieldset>
  );
}

function Radio({
  name,
  checked,
  onChange,
  children,
}: {
  readonly name: string;
  readonly checked: boolean;
  readonly onChange: () => void;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <div className="flex min-w-0 items-start gap-2">
      <input
        id={id}
        type="radio"
        name={name}
        checked={checked}
        onChange={onChange}
        className="mt-[3px] flex-none accent-accent"
      />
      <label htmlFor={id} className="min-w-0">
        {children}
      </label>
    </div>
  );
}
