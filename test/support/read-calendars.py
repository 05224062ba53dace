"""Lists when the events of calendars are, by recurring-ical-events: a JSON list on stdin, one answer for each."""

import datetime
import json
import sys
import zoneinfo

import icalendar
import recurring_ical_events


def instant(value, zone):
    if not isinstance(value, datetime.datetime):
        value = datetime.datetime(value.year, value.month, value.day)
    if value.tzinfo is None:
        value = value.replace(tzinfo=zone)
    return round(value.timestamp())


def read(text, timezone, begin, end):
    zone = zoneinfo.ZoneInfo(timezone)
    calendar = icalendar.Calendar.from_ical(text)
    found = []
    for event in recurring_ical_events.of(calendar).between(begin, end):
        if event.get("STATUS") == "CANCELLED":
            continue
        start = event["DTSTART"].dt
        if "DTEND" in event:
            stop = event["DTEND"].dt
        else:
            stop = start + event["DURATION"].dt if "DURATION" in event else start
        found.append([instant(start, zone), instant(stop, zone)])
    return sorted(found)


answers = []
for each in json.load(sys.stdin):
    try:
        answers.append(read(each["text"], each["timezone"], each["from"], each["to"]))
    except Exception as error:
        answers.append(repr(error))
json.dump(answers, sys.stdout)
