/**
 * The start-up part of the test runtime (see test-runtime.mjs), packed as its `resources/default_app.asar`: gives
 * `electron [options] APP [arguments]` the meaning it has with Electron's own default app.
 * It runs inside Electron, before any code of the application.
 */
'use strict';

const { app } = require('electron');
const { existsSync, readFileSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');

/** Read before any preload runs: a test driver's preload rewrites process.argv. */
function readCommandLine(args) {
  const preloads = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    if (arg === '-v' || arg === '--version') return { print: `v${process.versions.electron}` };
    if (arg === '-a' || arg === '--abi') return { print: process.versions.modules };
    if (arg === '-r' || arg === '--require') preloads.push(args[++at]);
    else if (arg.startsWith('--app=')) return { preloads, target: arg.slice('--app='.length) };
    else if (!arg.startsWith('-')) return { preloads, target: arg };
  }
  return { preloads };
}

function applyManifest(manifest) {
  if (manifest.version) app.setVersion(manifest.version);
  if (manifest.productName || manifest.name) app.name = manifest.productName || manifest.name;
  app.setDesktopName(manifest.desktopName || `${app.name}.desktop`);
  if (manifest.v8Flags) require('node:v8').setFlagsFromString(manifest.v8Flags);
}

function start(target) {
  Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true });
  const folder = path.resolve(target);
  const manifestPath = path.join(folder, 'package.json');
  const isPackage = existsSync(manifestPath);
  if (isPackage) applyManifest(JSON.parse(readFileSync(manifestPath, 'utf8')));
  const entry = Module._resolveFilename(folder, module, true);
  app.setAppPath(isPackage ? folder : path.dirname(entry));
  process.mainModule = undefined; // so that the application's entry becomes require.main
  Module._load(entry, module, true);
}

const { print, preloads, target } = readCommandLine(process.argv.slice(1));
if (print !== undefined) {
  console.log(print);
  process.exit(0);
}
if (preloads.length > 0) Module._preloadModules(preloads);
if (target === undefined) {
  console.error('No application given: electron [options] APP');
  process.exit(64);
}
try {
  start(target);
} catch (error) {
  console.error('The application failed while loading:');
  console.error(error);
  process.exit(1);
}
