/** The tables of the index. Another version is not migrated: the file is made anew. */
export const SCHEMA_VERSION = 2;

export const SCHEMA = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

  -- One row per session. \`listing\`: what the list shows, as JSON. \`looked\`: a cheap mark of its files, null when
  -- they must be looked at. \`through\`: its transcript can be found up to there. \`tries\`: how often reading it began.
  CREATE TABLE session (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    listing TEXT NOT NULL,
    looked TEXT,
    seq INTEGER NOT NULL,
    through INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0,
    agent INTEGER,
    workspace INTEGER
  );

  -- Agents ('a') and workspaces ('w') that sessions belong to, for filters.
  CREATE TABLE name (
    key INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    label TEXT NOT NULL,
    UNIQUE (kind, value)
  );

  CREATE TABLE turn (
    key INTEGER PRIMARY KEY,
    session INTEGER NOT NULL,
    id TEXT NOT NULL,
    shown TEXT,
    hash TEXT NOT NULL,
    UNIQUE (session, id)
  );

  -- The row's number is its time: newest first needs no sorting.
  CREATE TABLE entry (
    key INTEGER PRIMARY KEY,
    session INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    id TEXT,
    role INTEGER NOT NULL,
    at INTEGER NOT NULL,
    text TEXT NOT NULL
  );
  CREATE INDEX entry_turn ON entry (turn);
  CREATE INDEX entry_session ON entry (session);
  -- Whose entries follow each other, without the texts between them.
  CREATE INDEX entry_place ON entry (key, session);

  -- Only words: texts are in \`entry\`.
  CREATE VIRTUAL TABLE words USING fts5 (
    text, tags, content = '', contentless_delete = 1,
    tokenize = "unicode61 remove_diacritics 2", prefix = '2 3'
  );
`;
