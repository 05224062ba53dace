import { writeFileSync } from 'node:fs';
import { dashboardOperations } from './dashboard-operations.js';

writeFileSync('dashboard/api/operations.ts', await dashboardOperations());
