import './crypto-polyfill.ts';
import './main.ts';
