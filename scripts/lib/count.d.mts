interface JestResult {
  testResults?: { name: string; status: string; assertionResults?: { fullName: string; status: string }[] }[];
}

/** Counts one suite by jest's own result. */
export function countSuite(suite: {
  name: string;
  code: number | undefined;
  result: JestResult | undefined;
  skips: Record<string, string>;
}): { passed: number; failed: number; problems: string[] };
