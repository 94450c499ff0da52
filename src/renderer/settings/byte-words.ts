/** A number of bytes as people read it: `48 MB`, `2.1 GB`. Decimal units, as download pages use them. */
export function byteWords(language: string, bytes: number): string {
  const [unit, divisor, digits] = (
    bytes < 1e6
      ? ['kilobyte', 1e3, 0]
      : bytes < 1e9
        ? ['megabyte', 1e6, bytes < 1e7 ? 1 : 0]
        : ['gigabyte', 1e9, 1]
  ) as [string, number, number];
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: digits }).format(
    bytes / divisor,
  );
}
