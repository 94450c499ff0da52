/** Agents send any word as the currency: one that is no ISO code is shown beside the number. */
export function money(amount: number, currency: string, language: string): string {
  try {
    return amount.toLocaleString(language, { style: 'currency', currency });
  } catch {
    return `${amount.toFixed(2)} ${currency.slice(0, 12)}`;
  }
}
