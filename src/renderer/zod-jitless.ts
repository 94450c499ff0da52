/** Must be imported before anything that makes a schema: compiled parsers need eval, which the page forbids. */
import { z } from 'zod';

z.config({ jitless: true });
