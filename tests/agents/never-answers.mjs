/** Takes input, says on stderr that it is busy, and never answers. Ends when its input ends. */
process.stderr.write('loading model, this can take a while\n');
process.stdin.on('end', () => process.exit(0));
process.stdin.resume();
