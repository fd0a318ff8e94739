// audit-rules.ts: what holds for every policy, in words for the page of audit.ts. A table of texts: what they
// say is done elsewhere, and tests of the page try it.

/** What permit allows and a person has to agree to. */
export const ASKED: readonly string[] = [
  'a program, a subcommand, an option or an operand that no table has',
  'a program that writes, deletes, runs code, reaches the network or changes settings',
  'a program that starts others (env, xargs, timeout); they must be listed too',
  'git where the repository itself names a program that git would start',
  'the places above, but for what is never written',
]

/** Of these, what is otherwise where no file may change. */
export const IN_READ_ONLY = 'In this read-only session all of it is refused, but for reading such places.'

/** What no policy can allow. */
export const REFUSED: readonly string[] = [
  'a path that leads out of the root, through links too, or nowhere; /proc, /sys, /dev',
  'a program that is not listed, also behind another one, or that is named by a path',
  'an option that starts another program (find -exec), or that is abbreviated',
  'what only a shell has: variables, $( ), redirections to files, background jobs',
  'characters that cannot be seen; over 8000 characters, or over 40 blanks in a row',
  'an argument that the tool does not declare, and a tool that is not there',
]

/** What each tier means, by who is there. */
export const TIERS: readonly string[] = [
  'tier            nobody can be asked   somebody can be     what it is',
  '  SAFE          runs                  runs                reads a file, prints its words',
  '  CAUTION       needs a grant         runs, and is shown  looks, or writes an ordinary file',
  '  DESTRUCTIVE   needs a grant         a grant or a yes    all else, and what is not understood',
  '                Somebody can be asked at a terminal, without --unattended, --json and CI.',
  '                With --auto a yes may come from a rule or a classifier; grants of power never do.',
]

/** What no check of arguments can see. */
export const NOT_SEEN: readonly string[] = [
  'Tests, builds and scripts run what the files say: who writes these runs any code.',
  'A program that walks folders (grep -r, git log -p) may meet a secret nobody named.',
  'A program that runs can do what its user can, beyond the root as well.',
  'Files may be swapped while a program runs: they were judged before it began.',
  'AUDIT.md says who could do harm, what stops them, and which test proves it.',
]
