import { configureGlobal } from 'fast-check';

/** Properties are tried with the same values each time; a SEED in the environment draws others. */
configureGlobal({ seed: Number(process.env.SEED || 1) });
