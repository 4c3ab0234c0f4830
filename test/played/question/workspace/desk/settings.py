"""Defaults, and the settings file on top of them."""
import copy
import json

DEFAULTS = {
    "severity_points": {"low": 5, "normal": 10, "high": 25, "outage": 60},
    "plan_factor": {"free": 0.5, "team": 1.0, "business": 1.5},
    "waiting": {"points_per_hour": 2, "free_hours": 4, "cap": 40},
    "office": {"opens": 9, "closes": 17, "weekdays": [0, 1, 2, 3, 4]},
    "reopened_bonus": 15,
    "ceiling": 150,
}


def merged(base, extra):
    result = copy.deepcopy(base)
    for key, value in extra.items():
        if isinstance(value, dict) and isinstance(result.get(key), dict):
            result[key] = merged(result[key], value)
        else:
            result[key] = value
    return result


def load(path):
    with open(path, encoding="utf-8") as stream:
        return merged(DEFAULTS, json.load(stream))
