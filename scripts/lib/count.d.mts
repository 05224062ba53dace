interface JestResult {
  testResults?: {
    name: string;
    status: string;
    assertionResults?: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

/** Counts one suite by jest's own result; `causes` are the first lines of each failed test's message. */
export function countSuite(suite: {
  name: string;
  code: number | undefined;
  result: JestResult | undefined;
  skips: Record<string, string>;
}): { passed: number; failed: number; problems: string[]; causes: string[] };
