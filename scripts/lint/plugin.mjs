/** The project's own lint rules, loaded by oxlint (see .oxlintrc.json). */
import { layersRule } from './layers-rule.mjs';
import { literalTextRule } from './literal-text-rule.mjs';
import { rawHtmlRule } from './raw-html-rule.mjs';
import { syncIoRule } from './sync-io-rule.mjs';

export default {
  meta: { name: 'switchyard' },
  rules: {
    layers: layersRule,
    'no-literal-text': literalTextRule,
    'no-raw-html': rawHtmlRule,
    'no-sync-io': syncIoRule,
  },
};
